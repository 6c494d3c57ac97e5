import { TextInput } from '@mantine/core';
import { CopyIconButton } from '#src/ui/elements/copyable-text.tsx';

type ArchivePasswordProps = {
  value: string;
  error: string | undefined;
  onChange: (password: string) => void;
};

/** The field for the password of an archive, which starts with a random one. */
export function ArchivePassword({ value, error, onChange }: ArchivePasswordProps) {
  return (
    <TextInput
      label="Password of the file"
      description="Copy it now: we don’t store it. Send it separately from the file."
      withAsterisk
      autoComplete="off"
      spellCheck={false}
      value={value}
      error={error}
      rightSection={<CopyIconButton name="Password" text={value} size="sm" />}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
