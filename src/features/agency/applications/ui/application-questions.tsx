import { Button } from '@mantine/core';
import { MessageCircleQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { canReview } from '../applications.rules.ts';
import type { ApplicationRecord } from '../review.schema.ts';
import { AskApplicantDialog } from './ask-applicant-dialog.tsx';

/** The questions to the applicant with their answers, and a button to ask another. */
export function ApplicationQuestions({ application }: { application: ApplicationRecord }) {
  const { id, questions } = application;
  const [isAsking, setIsAsking] = useState(false);
  const isWaiting = questions.some(({ answer }) => answer === null);
  const canAsk = canReview(application) && !isWaiting;
  if (questions.length === 0 && !canAsk) return null;
  return (
    <section>
      <h3>Questions to the applicant</h3>
      {questions.length > 0 && (
        <dl>
          {questions.map(({ id: key, question, author, createdAt, answer }) => (
            <div key={key} data-long>
              <dt dir="auto">
                {question} <small title={formatTime(createdAt)}>({author ?? 'Unknown'})</small>
              </dt>
              <dd dir="auto">{answer ?? <em>Waiting for an answer</em>}</dd>
            </div>
          ))}
        </dl>
      )}
      {canAsk && (
        <Button
          variant="default"
          radius="xl"
          size="sm"
          mt="sm"
          leftSection={<MessageCircleQuestionMark size={16} aria-hidden="true" />}
          onClick={() => setIsAsking(true)}
        >
          Ask a question
        </Button>
      )}
      <AskApplicantDialog id={id} opened={isAsking} onClose={() => setIsAsking(false)} />
    </section>
  );
}
