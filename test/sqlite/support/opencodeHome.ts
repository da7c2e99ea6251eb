import { DatabaseHome } from './home.ts';

/** A home with a place for opencode's database. */
export class OpencodeHome extends DatabaseHome {
  constructor() {
    super(['.local', 'share', 'opencode', 'opencode.db']);
  }
}
