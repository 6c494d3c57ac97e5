/** The message after a task has got a status. */
export function markedText(status: string) {
  return `Task marked as ${status}`;
}
