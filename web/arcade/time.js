// How long a tick is.

export const TICKS_A_SECOND = 60;
