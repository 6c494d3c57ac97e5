import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Landmark } from 'lucide-react';

/** A link to the files that were made for the bank. */
export function BankFilesLink() {
  return (
    <Button
      variant="default"
      radius="xl"
      leftSection={<Landmark size={18} aria-hidden="true" />}
      renderRoot={(props) => <Link to="/bank-files" {...props} />}
    >
      Bank Files
    </Button>
  );
}
