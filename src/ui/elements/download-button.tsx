import { Button, type ButtonProps } from '@mantine/core';
import { Download } from 'lucide-react';
import { createContext, useContext, type ReactNode } from 'react';

/** Called before a download of data starts. @returns whether to start it */
export const BeforeDownload = createContext(async () => true);

type DownloadButtonProps = Pick<ButtonProps, 'size' | 'radius'> & {
  href: string;
  className?: string | undefined;
  children: ReactNode;
};

/** Downloads data from the server, once {@link BeforeDownload} permits it. */
export function DownloadButton({ href, className, children, ...button }: DownloadButtonProps) {
  const beforeDownload = useContext(BeforeDownload);
  async function start() {
    if (await beforeDownload()) window.location.assign(href);
  }
  return (
    <Button
      component="a"
      href={href}
      download
      variant="default"
      {...button}
      {...(className && { className })}
      leftSection={<Download size={16} aria-hidden="true" />}
      onClick={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      {children}
    </Button>
  );
}
