import { Button } from '@mantine/core';
import { Plus, type LucideIcon } from 'lucide-react';
import type { Ref } from 'react';

type CreateButtonProps = {
  label: string;
  icon?: LucideIcon;
  ref?: Ref<HTMLButtonElement>;
  onClick: () => void;
};

/** Creates a new record. The page binds the key N to the same action (`usePageShortcuts`). */
export function CreateButton({ label, icon: Icon = Plus, ...button }: CreateButtonProps) {
  return (
    <Button
      radius="xl"
      leftSection={<Icon size={18} aria-hidden="true" />}
      title={`${label} (N)`}
      aria-keyshortcuts="n"
      {...button}
    >
      {label}
    </Button>
  );
}
