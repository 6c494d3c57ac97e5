import { BOT_TRAP } from '#src/lib/bot-trap.ts';

/** A form field hidden from people, screen readers and the keyboard. Read with {@link readBotTrap}. */
export function BotTrap() {
  return (
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
}

/** The value of a form's bot trap, as a part of the request. */
export function readBotTrap(form: HTMLFormElement): { [BOT_TRAP]: string } {
  const text = new FormData(form).get(BOT_TRAP);
  return { [BOT_TRAP]: typeof text === 'string' ? text : '' };
}
