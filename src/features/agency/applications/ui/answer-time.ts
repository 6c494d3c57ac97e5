/** Below this many hours an application is shown as due soon. */
const DUE_SOON_HOURS = 12;

export type AnswerTime = { text: string; urgency: 'calm' | 'soon' | 'late' };

const atLeastOne = (count: number): number => Math.max(1, Math.floor(count));

function lateText(hours: number): string {
  if (hours < 1) return `overdue by ${atLeastOne(hours * 60)} min`;
  if (hours < 48) return `overdue by ${Math.floor(hours)} h`;
  return `overdue by ${Math.floor(hours / 24)} days`;
}

/** The text and urgency of the time left to answer (in hours, negative when late). */
export function answerTime(left: number): AnswerTime {
  if (left <= 0) return { text: lateText(-left), urgency: 'late' };
  const text = left < 1 ? `${atLeastOne(left * 60)} min left` : `${Math.floor(left)} h left`;
  return { text, urgency: left < DUE_SOON_HOURS ? 'soon' : 'calm' };
}
