/** For how many seconds a decision can be undone: the offer on the screen and a slow connection. */
export const UNDO_SECONDS = 30;

/** When jobs that announce a decision run: not before it stands. */
export const AFTER_UNDO = { afterSeconds: UNDO_SECONDS };
