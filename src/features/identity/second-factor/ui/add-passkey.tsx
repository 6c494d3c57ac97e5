import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { call, client } from '#src/client/client.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { createPasskey, supportsPasskeys } from './passkey-ceremony.ts';

type AddPasskeyProps = {
  /** Called with new recovery codes; without any if the user has some already. */
  onAdded: (recoveryCodes: string[]) => void;
};

/** The button to create a passkey on this device, in browsers that can. */
export function AddPasskey({ onAdded }: AddPasskeyProps) {
  const path = client.api.account.passkeys;
  const add = useMutation({
    async mutationFn() {
      const json = await createPasskey(call(path.options.$post()));
      return call(path.$post({ json }));
    },
    onSuccess({ recoveryCodes }) {
      // A toast would cover the recovery codes.
      if (recoveryCodes.length === 0) {
        toast.success('Success', { description: 'The passkey was added.' });
      }
      onAdded(recoveryCodes);
    },
    onError: ({ message }) => toast.error('Error', { description: message }),
  });
  if (!supportsPasskeys()) return null;
  return (
    <Button
      variant="default"
      size="md"
      radius="xl"
      leftSection={<KeyRound size={16} aria-hidden="true" />}
      loading={add.isPending}
      onClick={() => add.mutate()}
    >
      Add a Passkey
    </Button>
  );
}
