import { createContext } from 'react';

/** Reports to the dialog around a form whether closing it would lose what was typed. */
export const UnsavedInput = createContext<(isUnsaved: boolean) => void>(() => {});
