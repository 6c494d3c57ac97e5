import { z } from 'zod';

/** Name of the field that only bots fill in: no browser has anything to fill in for it. */
export const BOT_TRAP = 'leaveThisEmpty';

/** The trap as part of a form's schema: `z.object({ ...botTrapShape })`. */
export const botTrapShape = { [BOT_TRAP]: z.string().optional() };

/** Whether a bot sent this: it is answered with success, and nothing is stored. */
export const isTrapped = (input: { [BOT_TRAP]?: string | undefined }): boolean =>
  Boolean(input[BOT_TRAP]);
