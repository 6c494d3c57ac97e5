import { z } from 'zod';

export const MAXIMUM_CHECKLIST_ITEMS = 20;
const ITEM_MAXIMUM_LENGTH = 200;

const item = z
  .string('An item must be text')
  .trim()
  .min(1, 'An item must not be blank')
  .max(ITEM_MAXIMUM_LENGTH, `An item must be at most ${ITEM_MAXIMUM_LENGTH} characters long`);

/** What an influencer ticks while working on a task. An item is identified by its text. */
export const checklistSchema = z
  .array(item)
  .max(MAXIMUM_CHECKLIST_ITEMS, `List at most ${MAXIMUM_CHECKLIST_ITEMS} items`)
  .refine((items) => new Set(items).size === items.length, 'Each item can be listed only once');

/** Ticks an item of a checklist, or removes the tick. */
export const checklistChangeSchema = z.object({ text: item, isDone: z.boolean() });

export const checkedItemSchema = z.object({ text: z.string(), isDone: z.boolean() });

/** How many items of a checklist are done. */
export const progressSchema = z.object({ done: z.int(), total: z.int() });
