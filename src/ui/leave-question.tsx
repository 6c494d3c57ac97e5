import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** What a {@link LeaveQuestion} says. */
export type LeaveWords = {
  title?: string;
  text: string;
  stay?: string;
  go?: string;
};

type LeaveQuestionProps = LeaveWords & { opened: boolean; onStay: () => void; onGo: () => void };

/** Asks before what is not saved is lost; staying has the focus. */
export const LeaveQuestion = ({
  title = 'Leave without saving?',
  stay = 'Stay',
  go = 'Leave',
  ...question
}: LeaveQuestionProps) => (
  <ConfirmDialog look="bar" {...question} title={title} stay={stay} go={go} />
);

type LeavePageQuestionProps = LeaveWords & {
  /** Whether there is something to lose; asked anew each time. */
  isUnsaved: () => boolean;
};

/** Asks before the page is left, by a link, the back button or closing the window. */
export function LeavePageQuestion({ isUnsaved, ...words }: LeavePageQuestionProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return (
    <LeaveQuestion
      {...words}
      opened={blocker.status === 'blocked'}
      onStay={() => blocker.reset?.()}
      onGo={() => blocker.proceed?.()}
    />
  );
}
