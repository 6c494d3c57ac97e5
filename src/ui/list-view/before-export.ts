import { createContext } from 'react';

/** Called before a list is exported. @returns whether to export it */
export const BeforeExport = createContext(async () => true);
