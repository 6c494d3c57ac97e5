import { z } from 'zod';

/** Name of the hidden field that only bots fill in; no browser's autofill knows it. */
export const BOT_TRAP = 'leaveThisEmpty';

/** The trap in a form's schema: `z.object({ ...botTrapShape })`. */
export const botTrapShape = { [BOT_TRAP]: z.string().max(10_000).optional() };

/** Whether a bot sent the input: the response then reports success, and nothing is stored. */
export function isTrapped(input: { [BOT_TRAP]?: string | undefined }): boolean {
  return Boolean(input[BOT_TRAP]);
}
