import { defined } from '#base/defined.ts';
import type { TextLimits } from '../../text/longText.ts';
import { Members, parsed, type CallContent } from './members.ts';
import { isJsonObject } from '../../jsonObject.ts';
import type { AskedQuestion, ToolViewOf } from './toolView.ts';

/** A call with more questions, options or characters of answers is shown as it is. */
const mostAsked = 100;
const longestAnswer = 100_000;

export function askView(
  { input, output: text, hasReply }: CallContent,
  limits: TextLimits,
): ToolViewOf<'ask'> | undefined {
  const list = input.list('questions') ?? single(input);
  const asked = list?.map(questionOf);
  if (asked === undefined || asked.length === 0 || asked.includes(undefined)) {
    return undefined;
  }
  const questions = asked as Question[];
  if (questions.reduce((sum, { options }) => sum + 1 + options.length, 0) > mostAsked) {
    return undefined;
  }
  const isJson = typeof text === 'string' && text.startsWith('{') && text.length <= longestAnswer;
  const output = isJson ? (parsed(text) ?? text) : text;
  const result = new Members(output);
  const answers = answersOf(output, result, questions);
  const cancelled = result.value('cancelled', 'canceled') === true;
  return {
    kind: 'ask',
    questions: questions.map((question, at) =>
      answered(question, answers?.[at], hasReply === true),
    ),
    cancelled,
    more: [...input.rest(limits), ...(answers === undefined ? [] : result.rest(limits, input))],
    hasOutput: answers !== undefined || cancelled,
  };
}

interface Question {
  /** By which the answers name it. */
  readonly id: string | undefined;
  readonly header: string | undefined;
  readonly question: string;
  readonly options: readonly { readonly label: string; readonly description?: string }[];
}

function single(input: Members): readonly unknown[] | undefined {
  const question = input.text('question', 'prompt', 'message');
  return question === undefined
    ? undefined
    : [{ question, options: input.list('options', 'choices') ?? [] }];
}

function questionOf(value: unknown): Question | undefined {
  if (typeof value === 'string') {
    return { id: undefined, header: undefined, question: value, options: [] };
  }
  const members = new Members(value);
  const question = members.text('question', 'prompt', 'title', 'message');
  const options = (members.list('options', 'choices') ?? []).map(optionOf);
  return !isJsonObject(value) || question === undefined || options.includes(undefined)
    ? undefined
    : {
        id: members.text('id'),
        header: members.text('header'),
        question,
        options: options as Question['options'],
      };
}

function optionOf(value: unknown): Question['options'][number] | undefined {
  if (typeof value === 'string') {
    return { label: value };
  }
  const members = new Members(value);
  const label = members.text('label', 'title', 'value', 'name');
  const description = members.text('description');
  return label === undefined ? undefined : defined({ label, description });
}

/** An answer to each question; undefined if the output has none that can be told apart. */
function answersOf(
  output: unknown,
  result: Members,
  questions: readonly Question[],
): readonly (string | undefined)[] | undefined {
  if (typeof output === 'string') {
    if (output.length > longestAnswer) {
      return undefined;
    }
    const quoted = questions.map(({ question }) => quotedAnswer(output, question));
    if (quoted.some((answer) => answer !== undefined)) {
      return quoted;
    }
    return questions.length === 1 ? [output.replace(introduction, '')] : undefined;
  }
  const answers = result.value('answers', 'answer', 'selected', 'response');
  if (Array.isArray(answers)) {
    return answers.length > questions.length && questions.length === 1
      ? [inWords(answers)]
      : questions.map((_, at) => inWords(answers[at]));
  }
  if (isJsonObject(answers)) {
    return questions.map(({ id, question }, at) =>
      inWords(answers[question] ?? answers[id ?? String(at)]),
    );
  }
  return typeof answers === 'string' && questions.length === 1 ? [answers] : undefined;
}

/** What Copilot puts before an answer. */
const introduction = /^User (?:selected|responded|response \(freeform\)): /;

/** `"Question?"="Answer"` */
function quotedAnswer(output: string, question: string): string | undefined {
  const start = output.indexOf(`"${question}"="`);
  const from = start + question.length + 4;
  const end = output.indexOf('"', from);
  return start < 0 || end < 0 ? undefined : output.slice(from, end);
}

function inWords(answer: unknown): string | undefined {
  if (Array.isArray(answer)) {
    return answer.filter((each) => typeof each === 'string').join(', ');
  }
  if (isJsonObject(answer)) {
    const members = new Members(answer);
    return members.text('answer', 'label', 'value', 'text') ?? inWords(members.list('answers'));
  }
  return typeof answer === 'string' ? answer : undefined;
}

/** Marks what was chosen; an answer that is no option is shown itself, if no row of its own does that. */
function answered(
  { header, question, options }: Question,
  answer: string | undefined,
  hasReply: boolean,
): AskedQuestion {
  const isChosen = (label: string) => answer === label || listed(answer, label);
  const isOption = options.some(({ label }) => isChosen(label));
  return defined({
    header,
    question,
    options: options.map((option) => ({ ...option, chosen: isChosen(option.label) })),
    answer: answer === '' || isOption || hasReply ? undefined : answer,
  });
}

/** Several answers come as `One, Two`. */
function listed(answer: string | undefined, label: string): boolean {
  return (
    label !== '' &&
    answer !== undefined &&
    answer.length <= longestAnswer &&
    `, ${answer}, `.includes(`, ${label}, `)
  );
}
