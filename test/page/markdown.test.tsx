import { renderInPage, settled } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { fireEvent } from '@testing-library/preact';
import { decodeEntities } from '../../webview/kit/markdown/inlineNodes.tsx';
import { lexMarkdown } from '../../webview/kit/markdown/lexMarkdown.ts';
import { loadMath } from '../../webview/replay/pieces/math.ts';
import { mathTree } from '../../webview/replay/pieces/mathTree.ts';
import { Markdown } from '../../webview/kit/markdown/Markdown.tsx';
import { hostileTexts } from '../support/pageHostile.ts';

function draw(text: string, breaks = false) {
  const rendered = renderInPage(<Markdown text={text} breaks={breaks} />);
  const root = rendered.view.container.firstElementChild;
  assert.ok(root !== null);
  return { ...rendered, root, all: (selector: string) => [...root.querySelectorAll(selector)] };
}

const mathNamespace = 'http://www.w3.org/1998/Math/MathML';

const texts = (elements: readonly Element[]) => elements.map(({ textContent }) => textContent);

describe('Markdown', () => {
  it('draws the usual blocks', () => {
    const { all } = draw(
      '# One\n\n## Two\n\npara *em* **strong** ~~gone~~ `code`\n\n- a\n  - b\n- c\n\n3. x\n4. y\n\n> quote\n\n---',
    );
    assert.deepEqual(texts(all('h3')), ['One']);
    assert.deepEqual(texts(all('h4')), ['Two']);
    assert.deepEqual(texts(all('em, strong, del, code')), ['em', 'strong', 'gone', 'code']);
    assert.deepEqual(texts(all('ul ul li')), ['b']);
    assert.equal(all('ol')[0]?.getAttribute('start'), '3');
    assert.deepEqual(texts(all('blockquote p')), ['quote']);
    assert.equal(all('hr').length, 1);
  });

  it('draws tables with their alignment', () => {
    const { all } = draw('| a | b |\n| --- | ---: |\n| 1 | **2** |');
    assert.deepEqual(texts(all('th')), ['a', 'b']);
    assert.deepEqual(texts(all('td')), ['1', '2']);
    assert.equal(all('td')[1]?.className, 'markdown-right');
    assert.equal(all('td strong').length, 1);
  });

  it('draws task lists with words for their state', () => {
    const { view, all } = draw('- [x] done\n- [ ] open');
    assert.deepEqual(texts(all('li')), ['done', 'open']);
    assert.ok(view.getByRole('img', { name: 'Done' }));
    assert.ok(view.getByRole('img', { name: 'To do' }));
  });

  it('breaks lines where a person typed them and not where a model wrapped them', () => {
    assert.equal(draw('a\nb', true).all('br').length, 1);
    assert.equal(draw('a\nb').all('br').length, 0);
  });

  it('resolves character references in text and leaves those in code', () => {
    const { root } = draw('a &lt;b&gt; &amp; &#8594; &#x2192; `&amp;` &nosuch;');
    assert.equal(root.textContent, 'a <b> & → → &amp; &nosuch;');
    assert.equal(
      decodeEntities('&#0; &#55296; &#1114112; &constructor;'),
      '&#0; &#55296; &#1114112; &constructor;',
    );
  });

  it('hands a followed link to the host and never navigates', async () => {
    const { view, fake } = draw('[docs](https://example.com/a?b=1&amp;c=2) <mail@example.com>');
    const link = view.getByRole('link', { name: 'docs' });
    let escaped = false;
    document.addEventListener('click', () => (escaped = true), { once: true });
    assert.equal(fireEvent.click(link), false, 'the default is prevented');
    fireEvent.click(view.getByRole('link', { name: 'mail@example.com' }));
    await settled();
    assert.deepEqual(fake.told, [
      { name: 'link/open', body: { href: 'https://example.com/a?b=1&c=2' } },
      { name: 'link/open', body: { href: 'mailto:mail@example.com' } },
    ]);
    assert.equal(escaped, false, 'the webview’s own handler does not open it a second time');
  });

  it('shows other links as text with where they would lead', () => {
    for (const href of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'command:workbench.action.quit',
      'vscode://file/x',
      'data:text/html,x',
      'file:///etc/passwd',
      '../up',
    ]) {
      const { root, all } = draw(`[name](${href})`);
      assert.equal(all('a').length, 0, href);
      assert.equal(root.textContent, `name (${href})`);
    }
  });

  it('loads no image: its words and its address are shown', () => {
    const { root, all } = draw(
      '![a chart](https://example.com/c.png) ![](data:image/png;base64,AAAA)',
    );
    assert.equal(all('img').length, 0);
    assert.equal(
      root.textContent,
      'a chart (https://example.com/c.png)  (data:image/png;base64,AAAA)',
    );
  });

  it('shows HTML as it was written', () => {
    const { root, all } = draw(
      '<div onclick="x()">hi</div>\n\nand <b>bold</b> <script>x()</script>',
    );
    assert.equal(
      root.textContent,
      '<div onclick="x()">hi</div>and <b>bold</b> <script>x()</script>',
    );
    assert.equal(all('b, script, div').length, 0);
  });

  it('copies a code block without what surrounds it', async () => {
    const { view, fake } = draw('```ts\nconst a = 1;\n```');
    fireEvent.click(view.getByRole('button', { name: 'Copy Code' }));
    await settled();
    assert.deepEqual(fake.told, [{ name: 'clipboard/write', body: { text: 'const a = 1;' } }]);
  });

  it('keeps every word of hostile text, as text', () => {
    for (const text of hostileTexts) {
      const { all, root } = draw(text);
      assert.equal(
        all('script, img, svg, iframe, style, object, form, input').length,
        0,
        text.slice(0, 60),
      );
      const words = text.match(/[A-Za-z]{4,}/g) ?? [];
      const shown = root.textContent;
      const encoded = /&(?:lt|gt|amp);/.test(text);
      for (const word of new Set(words.slice(0, 200))) {
        assert.ok(encoded || shown.includes(word) || text.startsWith('```'), `${word} is shown`);
      }
    }
  });

  it('shows overly nested or large text plain', () => {
    assert.equal(lexMarkdown('>'.repeat(30_000), false), undefined);
    assert.equal(lexMarkdown('x'.repeat(70_000), false), undefined);
    const { root } = draw('>'.repeat(30_000));
    assert.equal(root.textContent.length, 30_000);
    const nested = draw(`${'> '.repeat(40)}deep`);
    assert.match(nested.root.textContent, /deep$/);
    assert.ok(nested.all('blockquote').length <= 16);
  });

  it('leaves paragraphs of nothing but marks plain, and only these', () => {
    const run = '_a*'.repeat(3_000);
    const { root, all } = draw(`First **one**.\n\n${run}\n\nThen *another*, some_file_name.`);
    assert.deepEqual(texts(all('strong, em')), ['one', 'another']);
    assert.deepEqual(texts(all('p'))[1], run);
    assert.ok(root.textContent.endsWith('some_file_name.'));
    for (const marks of ['x@***', '`'.padEnd(9_000, '_'), '***a** ', ' \n***']) {
      const plain = draw(marks.repeat(Math.ceil(9_000 / marks.length)));
      assert.equal(plain.all('strong, em').length, 0, marks.slice(0, 9));
    }
    const sentence = `A **word** and *one* ${'more '.repeat(40)}`;
    assert.equal(
      draw(
        `${sentence.repeat(20)}

`.repeat(5),
      ).all('strong').length,
      100,
    );
  });

  it('leaves lines plain that start with a hundred lists', () => {
    for (const marker of ['> ', '>', '- ', '1. ', '> - ', '\t* ']) {
      assert.equal(lexMarkdown(`Text\n\n${marker.repeat(100)}a`, false), undefined, marker);
    }
    assert.ok(lexMarkdown(`${'-'.repeat(200)}\n${'- '.repeat(20)}`, false) !== undefined);
  });

  it('isolates text of another direction and lets it read naturally', () => {
    const { all, root } = draw('שלום עולם');
    assert.equal(all('p')[0]?.getAttribute('dir'), 'auto');
    assert.equal(root.textContent, 'שלום עולם');
    assert.equal(draw('a \u202eb').root.textContent, 'a U+202Eb');
  });

  describe('formulas', () => {
    before(() => loadMath(() => true));

    it('are MathML in a block of their own', () => {
      for (const text of [
        '$$\\frac{a}{b} + x^2$$',
        '$$\n\\frac{a}{b} + x^2\n$$',
        '\\[\n\\frac{a}{b} + x^2\n\\]',
        '```math\n\\frac{a}{b} + x^2\n```',
      ]) {
        const { root, all } = draw(`Before\n\n${text}\n\nafter`);
        assert.equal(all('math mfrac').length, 1, text);
        assert.equal(root.querySelector('math')?.namespaceURI, mathNamespace);
        assert.deepEqual(texts(all('p')), ['Before', 'after']);
        assert.equal(all('[role=group]')[0]?.getAttribute('aria-label'), '\\frac{a}{b} + x^2');
      }
    });

    it('stay as written within a line, and if they are none', () => {
      for (const text of ['It costs $$5 and $$6', '$$', '$$$$', '$$a$$ and $$b$$']) {
        assert.equal(draw(text).all('math').length, 0, text);
        assert.equal(draw(text).root.textContent, text);
      }
      const broken = draw('$$\\frac{a}{$$');
      assert.equal(broken.all('math').length, 0);
      assert.equal(broken.all('code')[0]?.textContent, '\\frac{a}{');
    });

    it('hold nothing but what draws', () => {
      const hostile = [
        '\\href{javascript:alert(1)}{x}',
        '\\url{https://evil.example}',
        '\\includegraphics{https://evil.example/a.png}',
        '\\style{position:fixed}{x}',
        '\\class{terminal}{x}',
        '\\data{a=b}{x}',
        '\\color{red}x',
        '\\text{<img src=x onerror=alert(1)>}',
      ];
      for (const formula of hostile) {
        const { root, all } = draw(`$$${formula}$$`);
        assert.equal(all('a, img, [style], [href], [src], [onclick]').length, 0, formula);
        assert.equal(root.querySelector('math .terminal'), null);
      }
    });

    it('are drawn only if they are neither long nor deep, which takes quadratic time', () => {
      for (const repeat of [
        (n: number) => '\\frac{a}{'.repeat(n) + '}'.repeat(n),
        (n: number) => 'a^{'.repeat(n) + '}'.repeat(n),
        (n: number) => 'x + '.repeat(10 * n),
      ]) {
        assert.ok(mathTree(repeat(18)), repeat(1));
        assert.equal(mathTree(repeat(150)), undefined, repeat(1));
        assert.equal(mathTree(repeat(100_000)), undefined, repeat(1));
      }
      assert.equal(mathTree('\\left('.repeat(80) + '\\right)'.repeat(80)), undefined);
      assert.equal(mathTree(`\\def\\a{\\a\\a}\\a`), undefined);
    });
  });
});
