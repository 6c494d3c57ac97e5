import { TextInput } from '@mantine/core';

type CodeInputProps = {
  value: string;
  error: string | undefined;
  description?: string;
  /** Further attributes of the input. */
  inputProps?: Record<string, string>;
  onChange: (code: string) => void;
};

/** The field for the code of an authenticator app. */
export function CodeInput({ value, error, description, inputProps, onChange }: CodeInputProps) {
  return (
    <TextInput
      label="Code"
      name="code"
      description={description}
      inputMode="text"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      value={value}
      error={error}
      {...inputProps}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
