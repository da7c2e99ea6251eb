import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import type { Order, OrderAnswer, SentOrder } from './orders.ts';

/**
 * Carries out what tests ask for that is not their subject: a window's starting state must not depend on
 * keys and menus. Connects to the tests, again after each reload.
 */
export function obeyTests(path: string): vscode.Disposable {
  const socket = connect(path);
  const lines = createInterface(socket);
  const obey = async (line: string) => {
    const { id, order } = JSON.parse(line) as SentOrder;
    const answer = await outcomeOf(order).then(
      (result): OrderAnswer => ({ id, result }),
      (error: unknown): OrderAnswer => ({ id, error: String(error) }),
    );
    socket.write(`${JSON.stringify(answer)}\n`);
  };
  lines.on('line', (line) => void obey(line));
  // The tests have ended.
  socket.on('error', () => socket.destroy());
  return { dispose: () => socket.destroy() };
}

async function outcomeOf(order: Order): Promise<unknown> {
  if ('command' in order) {
    return vscode.commands.executeCommand(order.command, ...order.args);
  }
  const { Global } = vscode.ConfigurationTarget;
  return vscode.workspace.getConfiguration().update(order.setting, order.value, Global);
}
