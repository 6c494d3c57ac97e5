import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/** The replica that the current code reads from instead of the primary. */
export const readingFrom = new AsyncLocalStorage<pg.Pool>();
