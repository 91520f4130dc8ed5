//! Where the program's memory comes from: mimalloc. A server frees much of what it allocates on another thread, and
//! glibc's arenas kept a third of it for nothing (docs/measurements.md).

pub use mimalloc::MiMalloc;

/// The place of `mi_option_purge_delay` in mimalloc's list of options, which the bindings do not name.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;

/// From now on memory is saved rather than time: what is free goes back to the system at once rather than after a
/// while, and there are no huge pages.
///
/// A server needs it: what a costly request has freed would otherwise stay until the same thread allocates again, and
/// a page of two megabytes that is used in one place is resident as a whole. A program that computes is quicker
/// without. A host who has set MIMALLOC_PURGE_DELAY is obeyed.
pub fn save_memory() {
    // SAFETY: the option exists, takes any number of milliseconds, and is an atomic that may change at any time.
    unsafe { libmimalloc_sys::mi_option_set_default(PURGE_DELAY, 0) };
    // Where the system has no such thing there is nothing to save.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[global_allocator]
    static ALLOCATOR: MiMalloc = MiMalloc;

    #[test]
    fn the_option_is_the_one_that_is_meant() {
        // SAFETY: only reads an option.
        let delay = || unsafe { libmimalloc_sys::mi_option_get(PURGE_DELAY) };
        assert_eq!(delay(), 1000, "mimalloc's own delay, unlike that of any other option");
        save_memory();
        assert_eq!(delay(), 0);
        #[cfg(target_os = "linux")]
        assert_eq!(rustix::thread::transparent_huge_pages_are_disabled(), Ok(true));
    }
}
