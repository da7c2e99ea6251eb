import { longText, type TextLimits } from '../../text/longText.ts';
import { Members, type ToolCall } from './members.ts';
import type { WebResult, WebView } from './toolView.ts';

const mostResults = 100;
const textNames = ['content', 'result', 'text', 'markdown', 'body'] as const;

export function webView({ input, output }: ToolCall, limits: TextLimits): WebView | undefined {
  const url = input.text('url', 'uri', 'link');
  const query = input.text('query', 'q', 'search_query');
  if (url === undefined && query === undefined) {
    return undefined;
  }
  const prompt = input.text('prompt');
  const result = new Members(output);
  const text = typeof output === 'string' ? output : result.text(textNames);
  const status = result.number('status_code', 'status', 'code');
  const results = resultsOf(result.list('results', 'search_results'));
  const hasOutput = text !== undefined || results !== undefined;
  return {
    kind: 'web',
    ...(url === undefined ? {} : { url }),
    ...(query === undefined ? {} : { query }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(status === undefined ? {} : { status }),
    ...(results === undefined ? {} : { results }),
    ...(text === undefined ? {} : { text: longText(text, limits) }),
    more: [...input.rest(limits), ...(hasOutput ? result.rest(limits, input) : [])],
    hasOutput,
  };
}

function resultsOf(list: readonly unknown[] = []): readonly WebResult[] | undefined {
  const results = list.slice(0, mostResults).flatMap((item) => {
    const members = new Members(item);
    const url = members.text('url', 'link', 'href');
    const text = members.text('snippet', 'description', textNames) ?? '';
    return url === undefined
      ? []
      : [{ url, title: members.text('title', 'name') ?? url, text: text.slice(0, 1_000) }];
  });
  return results.length === 0 ? undefined : results;
}
