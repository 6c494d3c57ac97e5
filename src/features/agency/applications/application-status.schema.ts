import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { APPLICATION_STATUSES } from './applications.schema.ts';

/** The secret of a mail's link to the status of an application. */
export const statusTokenSchema = z.object({ token: z.string().max(200) });

const text = (label: string, maximum: number) =>
  z
    .string(`Please write ${label}`)
    .trim()
    .min(1, { error: `Please write ${label}`, abort: true })
    .max(maximum, `Please write at most ${formatNumber(maximum)} characters`);

/** A question of the staff to an applicant. */
export const questionSchema = z.object({ question: text('a question', 2_000) });

/** An applicant's answer to the open question. */
export const answerSchema = statusTokenSchema.extend({ answer: text('an answer', 5_000) });

/** A question as the applicant sees it; unanswered while `answer` is null. */
const applicantQuestionSchema = z.object({
  id: z.uuid(),
  question: z.string(),
  createdAt: instantSchema,
  answer: z.string().nullable(),
  answeredAt: instantSchema.nullable(),
});

/** A question as the back office sees it. */
export const applicationQuestionSchema = applicantQuestionSchema.extend({
  /** Name of the user who sent it; null after that user's deletion. */
  author: z.string().nullable(),
});

/** An application as its applicant sees it. */
export const applicationStatusSchema = z.object({
  /** "VR-6F1E2D3C". */
  reference: z.string(),
  status: z.enum(APPLICATION_STATUSES),
  createdAt: instantSchema,
  reviewedAt: instantSchema.nullable(),
  /** Oldest first. */
  questions: z.array(applicantQuestionSchema),
});
export type ApplicationStatus = z.infer<typeof applicationStatusSchema>;
