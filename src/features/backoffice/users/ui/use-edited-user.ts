import { useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { useVersionedEdit } from '#src/ui/forms/use-versioned-edit.ts';
import { userChangeSchema, type User } from '../users.schema.ts';
import {
  changeOf,
  isEmailChanged,
  valuesOf,
  type EditedUser,
  type Editing,
} from './edited-user.ts';
import { describeSavedEmail } from './pending-email.tsx';
import { findUser, refreshUsers } from './users-queries.ts';

type Options = Editing & { opened: User; onSaved: () => void };

/** Edits a user, starting from a version. */
export function useEditedUser({ opened, onSaved, ...editing }: Options) {
  const queryClient = useQueryClient();
  return useVersionedEdit({
    record: opened,
    initial: valuesOf(opened),
    valuesOf,
    validate: (values, base) =>
      fieldErrors<keyof EditedUser>(userChangeSchema.safeParse(changeOf(base, values, editing))),
    async save(values, base) {
      const json = changeOf(base, values, editing);
      await call(client.api.users[':id'].$patch({ param: { id: base.id }, json }));
      toast.success('Success', {
        description: isEmailChanged(base, values)
          ? `User updated successfully! ${describeSavedEmail(values.email.trim())}`
          : 'User updated successfully!',
      });
      void refreshUsers(queryClient);
      onSaved();
    },
    find: ({ id }) => findUser(id),
    onConflict: () => void refreshUsers(queryClient),
  });
}
