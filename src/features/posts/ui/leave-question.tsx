import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';

type LeaveQuestionProps = {
  /** What useBlocker answers with a resolver. */
  blocker: {
    status: 'blocked' | 'idle';
    proceed?: (() => void) | undefined;
    reset?: (() => void) | undefined;
  };
  title: string;
  text: string;
};

/** Asks whether to go away while the router waits. */
export const LeaveQuestion = ({ blocker, title, text }: LeaveQuestionProps) => (
  <ConfirmDialog
    look="bar"
    title={title}
    text={text}
    opened={blocker.status === 'blocked'}
    stay="Stay"
    go="Leave"
    isDangerous={false}
    onStay={() => blocker.reset?.()}
    onGo={() => blocker.proceed?.()}
  />
);
