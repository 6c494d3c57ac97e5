const CONTROL = ':is([data-invalid] input:enabled, [aria-invalid="true"])';
const MESSAGE = ':is([role="alert"], .mantine-InputWrapper-error)';

/** Whether an element is on the screen, and no sticky bar covers its edges. */
function isInView(element: Element): boolean {
  const { left, top, bottom, width } = element.getBoundingClientRect();
  return [top + 1, bottom - 1].every((y) => {
    const hit = document.elementFromPoint(left + width / 2, y);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  });
}

function findMessage(control: Element): Element | undefined {
  const ids = control.closest('[aria-describedby]')?.getAttribute('aria-describedby') ?? '';
  return ids
    .split(' ')
    .map((id) => document.getElementById(id))
    .find((element) => element?.matches(MESSAGE)) as Element | undefined;
}

const scrollTo = (shown: Element, around: Element) => {
  // In the middle, which no bar at the top or the bottom covers.
  if (![shown, around].every(isInView)) shown.scrollIntoView({ block: 'center' });
};

/** Focuses an invalid control, and scrolls to it and its message. */
export function showError(control: HTMLElement | null): void {
  if (!control) return;
  control.focus({ preventScroll: true });
  scrollTo(findMessage(control) ?? control, control);
}

/** Shows the first invalid control of a form, or else the message of the whole form. */
export function showFirstError(form: HTMLElement | null): void {
  const control = form?.querySelector<HTMLElement>(CONTROL);
  if (control) return showError(control);
  const message = (form?.closest('section') ?? form)?.querySelector(MESSAGE);
  if (message) scrollTo(message, message);
}

/** Like {@link showFirstError}, once an event handler’s changes are rendered. */
export function showErrorOnceRendered(form: HTMLElement): void {
  requestAnimationFrame(() => showFirstError(form));
}
