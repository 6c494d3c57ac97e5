type Option = { value?: string; default?: string; help: string };
type Positionals = { name: string; least?: number; most?: number; help: string };
type Command = {
  summary: string;
  /** Builds or operates the product, and so does without the packages of tests and checks. */
  isProduct?: boolean;
  options?: Record<string, Option>;
  positionals?: Positionals;
};

export const COMMANDS: Record<string, Command>;
export class ArgumentError extends Error {}
export function readArguments(
  script: string,
  args: string[],
): { values: Record<string, string | true | undefined>; positionals: string[] };
export function describeCommand(script: string, command: string): string;
