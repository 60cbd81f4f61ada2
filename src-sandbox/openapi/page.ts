import { html } from 'hono/html'
import type { OpenApiDocument, Operation } from './document.ts'
import { schemaText } from './schema-text.ts'

type Html = ReturnType<typeof html>
interface Endpoint {
  method: string
  path: string
  operation: Operation
}

/** The document as a page to browse, which loads nothing from anywhere. */
export function documentPage(document: OpenApiDocument): Html {
  const endpoints = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const events = Object.entries(document.webhooks).map(([path, { post }]) => ({
    method: 'EVENT',
    path,
    operation: post,
  }))
  const groups = Map.groupBy([...endpoints, ...events], ({ operation }) => operation.tags[0] ?? '')
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${document.info.title}</title>
        <style>
          :root {
            color-scheme: light dark;
          }
          body {
            font:
              16px/1.5 system-ui,
              sans-serif;
            max-width: 64rem;
            margin: 2rem auto;
            padding: 0 1rem;
          }
          nav a {
            margin-right: 1rem;
          }
          summary {
            cursor: pointer;
            padding: 0.25rem 0;
          }
          summary b {
            display: inline-block;
            min-width: 4.5rem;
            font:
              600 0.875rem ui-monospace,
              monospace;
          }
          pre {
            white-space: pre-wrap;
            padding: 0.75rem;
            border: 1px solid #8886;
            border-radius: 6px;
            font:
              0.875rem/1.4 ui-monospace,
              monospace;
          }
          td,
          th {
            padding: 0.125rem 1rem 0.125rem 0;
            text-align: left;
            vertical-align: top;
          }
        </style>
      </head>
      <body>
        <h1>${document.info.title}</h1>
        <p>${document.info.description} Version ${document.info.version}, as <a href="openapi.json">OpenAPI 3.1</a>.</p>
        <p>
          Base address <code>${document.servers[0]?.url ?? ''}</code>; the key goes into
          <code>Authorization: Bearer &lt;API_KEY&gt;</code>. Every refusal has this form:
        </p>
        <pre>${schemaText(document.components.schemas['Failure'])}</pre>
        <nav>${[...groups.keys()].map((name) => html`<a href="#${anchorOf(name)}">${name}</a>`)}</nav>
        ${[...groups].map(
          ([name, members]) =>
            html`<h2 id="${anchorOf(name)}">${name}</h2>
              ${members.map(endpointHtml)}`,
        )}
      </body>
    </html>`
}

function endpointHtml({ method, path, operation }: Endpoint): Html {
  const { summary, parameters, requestBody, responses } = operation
  return html`<details>
    <summary><b>${method}</b> <code>${path}</code> ${summary}</summary>
    ${
      parameters.length > 0
        ? html`<table>
            ${parameters.map(
              (parameter) =>
                html`<tr>
                  <td><code>${parameter.name}</code></td>
                  <td>${parameter.in}${parameter.required ? ', required' : ''}</td>
                  <td>${schemaText(parameter.schema)}</td>
                </tr>`,
            )}
          </table>`
        : ''
    }
    ${Object.values(requestBody?.content ?? {}).map(
      ({ schema }) =>
        html`<h4>Body</h4>
          <pre>${schemaText(schema)}</pre>`,
    )}
    ${Object.entries(responses).map(([status, response]) =>
      'description' in response ? answerHtml(status, response) : '',
    )}
  </details>`
}

function answerHtml(
  status: string,
  { description, content = {} }: Exclude<Operation['responses'][string], { $ref: string }>,
) {
  return html`<h4>${status} ${description}</h4>
    ${Object.entries(content).map(
      ([type, { schema }]) =>
        html`<p><code>${type}</code></p>
          <pre>${schemaText(schema)}</pre>`,
    )}`
}

function anchorOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}
