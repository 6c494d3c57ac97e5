import { createContext } from 'react';

/** Reports to the surrounding dialog whether closing it would discard typed input. */
export const UnsavedInput = createContext<(isUnsaved: boolean) => void>(() => {});
