import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { call, client } from '#src/client.ts';
import { ApiError } from '#src/lib/api-error.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import type { Take } from '#src/ui/changed-meanwhile.tsx';
import { useDraftForm } from '#src/ui/use-draft-form.ts';
import { USER_ROLES, type UserRole } from '../accounts.rules.ts';
import { userChangeSchema, type User } from '../users.schema.ts';
import { fetchUser, refreshUsers } from './users-queries.ts';

export type EditedUser = {
  email: string;
  fullName: string;
  phone: string;
  role: UserRole | null;
  isActive: boolean;
  /** One's own, for a new email of one's own. */
  currentPassword: string;
  isLimited: boolean;
  influencers: User['influencers'];
};

const valuesOf = (user: User): EditedUser => ({
  email: user.email,
  fullName: user.fullName,
  phone: user.phone ?? '',
  role: USER_ROLES.find((role) => role === user.role) ?? null,
  isActive: user.isActive,
  currentPassword: '',
  isLimited: user.isLimited,
  influencers: user.influencers,
});

/** Whether the email is another one; the server stores it in lower case. */
export const isEmailChanged = (base: User, { email }: EditedUser): boolean =>
  email.trim().toLowerCase() !== base.email;

function changeOf(base: User, values: EditedUser, { isSelf, maySetScope }: Editing) {
  const { email, fullName, phone, role, isActive, currentPassword, isLimited, influencers } =
    values;
  const before = base.role;
  const influencerIds = influencers.map(({ id }) => id);
  return {
    version: base.version,
    email,
    fullName,
    phone,
    ...(role && role !== before && { role }),
    ...(before === 'influencer' && { isActive }),
    ...(isSelf && isEmailChanged(base, values) && { currentPassword }),
    ...(maySetScope && isScopeChanged(base, values) && { scope: { isLimited, influencerIds } }),
  };
}

const listOf = (influencers: User['influencers']) =>
  influencers
    .map(({ id }) => id)
    .toSorted()
    .join();

const isScopeChanged = (base: User, values: EditedUser): boolean =>
  values.role === 'staff' &&
  (values.isLimited !== base.isLimited ||
    (values.isLimited && listOf(values.influencers) !== listOf(base.influencers)));

const STALE = new Set<string>(['conflict', 'not-found']);

type Editing = { isSelf: boolean; maySetScope: boolean };
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
      fieldErrors<keyof EditedUser>(
        userChangeSchema.safeParse(changeOf(base, values, editing)),
      ),
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
