//! What all fuzz targets share: an allocator that ends the program when one allocation is larger than any input
//! deserves. Our crates forbid unsafe code, so a sanitizer would find nothing and make the targets several times as slow;
//! libFuzzer's own bound of allocations needs one, and this takes its place.

use std::alloc::{GlobalAlloc, Layout, System};

/// The largest single allocation, in bytes.
const MOST: usize = 64 << 20;

struct Bounded;

#[global_allocator]
static ALLOCATOR: Bounded = Bounded;

fn check(size: usize) {
    if size > MOST {
        // libFuzzer keeps the input of a program that aborts. Nothing here may allocate.
        std::process::abort();
    }
}

// SAFETY: everything is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Bounded {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        check(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        check(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        check(size);
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }
}
