import * as vscode from 'vscode';
import type { Disposable } from '#base/emitter.ts';
import type { ChatServices } from '../list/services.ts';
import { loadPage, pageIcon, type PageName } from './pageDocument.ts';

/** What fills a tab: a page that stops while the tab is hidden. */
interface Page extends Disposable {
  hide(): void;
}

/** A page in an editor tab of which there is one. */
export class PageTab implements Disposable {
  #panel: vscode.WebviewPanel | undefined;
  #page: Page | undefined;

  constructor(
    private readonly given: {
      readonly extension: ChatServices['extension'];
      readonly viewType: string;
      readonly title: string;
      readonly page: PageName;
      readonly connect: (webview: vscode.Webview) => Page;
    },
  ) {}

  /** Opens the tab, or brings it to the front. */
  show(): void {
    const { viewType, title } = this.given;
    if (this.#panel !== undefined) {
      this.#panel.reveal();
      return;
    }
    const { Active } = vscode.ViewColumn;
    this.#fill(vscode.window.createWebviewPanel(viewType, title, Active));
  }

  /** Fills the tab that a window had before it was reloaded. */
  deserializeWebviewPanel(panel: vscode.WebviewPanel): void {
    if (this.#panel === undefined) {
      this.#fill(panel);
    } else {
      panel.dispose();
    }
  }

  dispose(): void {
    this.#page?.dispose();
    this.#panel?.dispose();
  }

  #fill(panel: vscode.WebviewPanel): void {
    this.#panel = panel;
    const { extension, page: name, connect } = this.given;
    panel.iconPath = pageIcon(extension.extensionUri);
    const page = connect(panel.webview);
    this.#page = page;
    panel.onDidChangeViewState(() => {
      if (!panel.visible) {
        page.hide();
      }
    });
    panel.onDidDispose(() => {
      page.dispose();
      this.#panel = undefined;
    });
    loadPage(panel.webview, extension.extensionUri, name);
  }
}
