/** Hours before the promised time at which an application begins to press. */
const SOON_HOURS = 12;

export type AnswerTime = { words: string; tone: 'calm' | 'soon' | 'late' };

const atLeastOne = (count: number): number => Math.max(1, Math.floor(count));

function lateWords(hours: number): string {
  if (hours < 1) return `late by ${atLeastOne(hours * 60)} min`;
  if (hours < 48) return `late by ${Math.floor(hours)} h`;
  return `late by ${Math.floor(hours / 24)} days`;
}

/** How the time that is left for an answer (in hours, below 0 when it is over) is told. */
export function answerTime(left: number): AnswerTime {
  if (left <= 0) return { words: lateWords(-left), tone: 'late' };
  const words = left < 1 ? `${atLeastOne(left * 60)} min left` : `${Math.floor(left)} h left`;
  return { words, tone: left < SOON_HOURS ? 'soon' : 'calm' };
}
