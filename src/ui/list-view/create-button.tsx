import { Button } from '@mantine/core';
import { Plus, type LucideIcon } from 'lucide-react';
import type { Ref } from 'react';

type CreateButtonProps = {
  label: string;
  icon?: LucideIcon;
  ref?: Ref<HTMLButtonElement>;
  onClick: () => void;
};

/** Makes a new record of a list. The page has the key N do the same (`usePageKeys`). */
export const CreateButton = ({ label, icon: Icon = Plus, ...button }: CreateButtonProps) => (
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
