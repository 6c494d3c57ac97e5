import { BOT_TRAP } from '#src/lib/bot-trap.ts';

/** A form field that people neither see, hear nor reach by keyboard. Read it with {@link readBotTrap}. */
export const BotTrap = () => (
  <div className="visually-hidden" aria-hidden="true">
    <label>
      Leave this empty
      <input
        name={BOT_TRAP}
        type="text"
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore=""
        data-lpignore="true"
      />
    </label>
  </div>
);

/** What stands in the trap of a form, as part of what is sent. */
export const readBotTrap = (form: HTMLFormElement): { [BOT_TRAP]: string } => {
  const text = new FormData(form).get(BOT_TRAP);
  return { [BOT_TRAP]: typeof text === 'string' ? text : '' };
};
