import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { ApiError } from '#src/lib/api-error.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import type { Take } from '#src/ui/dialogs/changed-meanwhile.tsx';
import { useDraftForm } from '#src/ui/forms/use-draft-form.ts';
import { call, client } from '#src/web/client.ts';
import { userChangeSchema, type User } from '../users.schema.ts';
import { changeOf, valuesOf, type EditedUser, type Editing } from './edited-user.ts';
import { fetchUser, refreshUsers } from './users-queries.ts';

const STALE = new Set<string>(['conflict', 'not-found']);

type Options = Editing & { opened: User; onSaved: () => void };

/** A user being changed, beside the version that they are changed from. */
export function useEditedUser({ opened, onSaved, ...editing }: Options) {
  const queryClient = useQueryClient();
  const [base, setBase] = useState(opened);
  /** What they have become meanwhile, when a change was refused for that. */
  const [present, setPresent] = useState<User | null>(null);
  const [isGone, setIsGone] = useState(false);

  async function send(values: EditedUser) {
    const json = changeOf(base, values, editing);
    await call(client.api.users[':id'].$patch({ param: { id: base.id }, json }));
    toast.success('Success', { description: 'User updated successfully!' });
    void refreshUsers(queryClient);
    onSaved();
  }

  async function explain(error: Error): Promise<boolean> {
    if (!(error instanceof ApiError) || !STALE.has(error.problem.code)) return false;
    try {
      const now = await fetchUser(base.id);
      if (now.version === base.version) return false;
      setPresent(now);
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.problem.code !== 'not-found') return false;
      setIsGone(true);
    }
    void refreshUsers(queryClient);
    return true;
  }

  const draft = useDraftForm<EditedUser>({
    initial: valuesOf(opened),
    check: (values) =>
      fieldErrors<keyof EditedUser>(userChangeSchema.safeParse(changeOf(base, values, editing))),
    send,
    onRefused: explain,
  });

  return {
    draft,
    base,
    present,
    isGone,
    /** Goes on from the present version: with what it says, or with what was typed here. */
    settle(take: Take) {
      if (!present) return;
      setBase(present);
      if (take === 'present') draft.replace(valuesOf(present));
      setPresent(null);
    },
  };
}
