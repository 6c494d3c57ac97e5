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

type GuardOptions = {
  /** A link to another state of the same page would lose it too, as of a dialog. */
  asksInPlace?: boolean;
};

/** Holds back who leaves the page, by a link, the back button or closing the window, until they answer. */
export function useLeaveGuard(
  isUnsaved: () => boolean,
  { asksInPlace = false }: GuardOptions = {},
) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next, action }) =>
      (current.pathname !== next.pathname || (asksInPlace && action === 'PUSH')) && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return {
    isAsking: blocker.status === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
}

/** Asks before the page is left; see {@link useLeaveGuard}. */
export function LeavePageQuestion({ isUnsaved, ...words }: LeavePageQuestionProps) {
  const { isAsking, stay, leave } = useLeaveGuard(isUnsaved);
  return <LeaveQuestion {...words} opened={isAsking} onStay={stay} onGo={leave} />;
}
