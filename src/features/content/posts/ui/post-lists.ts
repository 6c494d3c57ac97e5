import type { InfiniteData } from '@tanstack/react-query';
import type { PostPage } from '../posts.schema.ts';

/** The loaded pages of a list of posts. */
export type PostPages = InfiniteData<PostPage, string | undefined>;
/** Prefix of the query key of every list of posts. */
export const POST_LISTS_KEY = ['posts', 'list'];
