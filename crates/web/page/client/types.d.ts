/** Names for the generated types of the server's requests and answers. */
import type { components } from '../api-types';

type Schemas = components['schemas'];

export type Candidate = Schemas['CandidateInfo'];
export type Catalog = Schemas['Catalog'];
export type Color = Schemas['Side'];
export type EvaluationRule = Schemas['EvaluationRule'];
export type Experiment = Schemas['ExperimentInfo'];
export type ExperimentResults = Schemas['ExperimentResults'];
export type ExperimentSummary = Schemas['ExperimentSummary'];
export type ExperimentTable = Schemas['ExperimentTable'];
export type Exploration = Schemas['PositionStats'];
export type FinishedGame = Schemas['SaveGameRequest'];
export type GameEnding = Schemas['EndingRequest'];
export type GamePage = Schemas['GameList'];
export type GameTree = Schemas['GameTree'];
export type GameTreeNode = Schemas['TreeNode'];
export type Job = Schemas['JobProgress'];
export type JobId = Schemas['JobId'];
export type Limits = Schemas['SearchLimits'];
export type MatchSummary = Schemas['MatchSummary'];
export type MoveStats = Schemas['MoveStats'];
export type OpeningAnswers = Schemas['OpeningAnswers'];
export type OpeningReply = Schemas['OpeningState'];
export type OpeningRequest = Schemas['OpeningRequest'];
export type OpeningStep = Schemas['OpeningStep'];
export type Param = Schemas['ParamInfo'];
export type ParamValue = Schemas['ParamValue'];
export type PositionInfo = Schemas['PositionInfo'];
export type Position = PositionRequest & { size: number; rule: Rule; moves: string };
export type PositionRequest = Schemas['PositionRequest'];
export type Procedure = Schemas['ProcedureName'];
export type RecordFormat = Schemas['RecordFormat'];
export type RecordReply = Schemas['RecordResponse'];
export type Report = Schemas['ReportInfo'];
export type Rule = Schemas['RuleName'];
export type SearchResult = Schemas['SearchInfo'];
export type Seat = Schemas['SeatName'];
export type ShapeCount = Schemas['ShapeCount'];
export type SimulationSettings = Schemas['SimulationRequest'];
export type SolveRequest = Schemas['SolveRequest'];
export type Solution = Schemas['SolveResult'];
export type Solver = Schemas['SolverName'];
export type StoredGame = Schemas['GameInfo'];
export type ThinkRequest = Schemas['ThinkRequest'];

/** A game as the browser stores it: with the values of its moves and the index of the current one. */
export type StoredTree = Omit<GameTree, 'nodes'> & {
  nodes: (GameTreeNode & { value?: number | null })[];
  current?: number;
};
