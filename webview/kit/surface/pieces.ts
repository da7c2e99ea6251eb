import { createElement, type ComponentChildren, type FunctionComponent } from 'preact';
import { useSurface, type PieceProps } from './surface.ts';

/* Components that draw the current surface's version of a piece. */
export const Fold = piece('Fold');
export const Frame = piece('Frame');
export const Long = piece('Long');
export const Rest = piece('Rest');
export const LogLine = piece('LogLine');
export const Link = piece('Link');
export const SessionName = piece('SessionName');
export const Branch = piece('Branch');
export const Images = piece('Images');
export const Colored = piece('Colored');
export const FileLink = piece('FileLink');
export const EditBadge = piece('EditBadge');
export const RowWeight = piece('RowWeight');
export const EditOnDisk = piece('EditOnDisk');
export const HeadTools = piece('HeadTools');
export const CodeTools = piece('CodeTools');
export const Formula = piece('Formula');
export const PartTools = piece('PartTools');
export const CallDetails = piece('CallDetails');
export const ErrorText = piece('ErrorText');
export const Summary = piece('Summary');
export const NestedAgents = piece('NestedAgents');
export const WithRaw = piece('WithRaw');
export const RowLink = piece('RowLink');
export const CompactionTools = piece('CompactionTools');

function piece<Name extends keyof PieceProps>(
  name: Name,
): (props: PieceProps[Name]) => ComponentChildren {
  return (props) => {
    const drawn: FunctionComponent<PieceProps[Name]> = useSurface().pieces[name];
    return createElement(drawn, props);
  };
}
