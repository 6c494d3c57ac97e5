import { createIsomorphicFn } from '@tanstack/react-start';
import { getRequestHeader } from '@tanstack/react-start/server';
import { PAGE_CONTEXT_HEADER, type PageContext } from '#src/lib/page-context.ts';
import { sendsMail } from './sends-mail.ts';

/** The context of this request from the HTTP shell; in the browser only what the document says is known. */
export const pageContext = createIsomorphicFn()
  .server((): PageContext => JSON.parse(getRequestHeader(PAGE_CONTEXT_HEADER)!) as PageContext)
  .client((): PageContext => ({
    origin: window.location.origin,
    viewer: 'visitor',
    sendsMail: sendsMail(),
  }));
