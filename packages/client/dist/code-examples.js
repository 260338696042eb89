import { targetOf } from './request.js';
/** Field of the body that holds a picture, which an example reads from a file. */
const pictureFieldOf = (body) => Object.entries(body ?? {}).find(([, value]) => String(value).startsWith('data:image/'))?.[0] ?? null;
const fieldsBeside = (pictureField, body) => Object.entries(body ?? {}).filter(([name]) => name !== pictureField);
const shellQuoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
/** Field of a form that the service takes a picture in; curl reads and names the file by itself. */
const formField = 'image';
const curl = (request, pictureField) => {
    const { hasKey, body } = request;
    // With -F a text that begins with @ or < would be the name of a file.
    const texts = fieldsBeside(pictureField, body).map(([name, value]) => `--form-string ${shellQuoted(`${name}=${value}`)}`);
    const form = [`-F ${formField}=@card.jpg`, ...texts];
    const json = ['-H "Content-Type: application/json"', `-d ${shellQuoted(JSON.stringify(body))}`];
    return [
        `curl -s "$BASE${targetOf(request)}"`,
        ...(hasKey ? ['-H "Authorization: Bearer $KEY"'] : []),
        ...(body === null ? [] : pictureField === null ? json : form),
    ].join(' \\\n  ');
};
const quoted = (text) => `'${text}'`;
const typescript = ({ method, path, query, hasKey, body, answersText }, pictureField) => {
    const search = `\${new URLSearchParams({ ${query.map(([name, value]) => `${name}: ${quoted(value)}`).join(', ')} })}`;
    const headers = [
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the template of the example.
        ...(hasKey ? ['authorization: `Bearer ${process.env.KEY}`'] : []),
        ...(body ? ["'content-type': 'application/json'"] : []),
    ];
    const others = fieldsBeside(pictureField, body).map(([name, value]) => `, ${name}: ${JSON.stringify(value)}`);
    const sent = pictureField
        ? `{ ${pictureField}: \`data:image/jpeg;base64,\${picture}\`${others.join('')} }`
        : JSON.stringify(body);
    const target = `\${process.env.BASE}${path}${query.length > 0 ? `?${search}` : ''}`;
    const options = [
        ...(method === 'GET' ? [] : [`  method: '${method}',`]),
        ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []),
        ...(body ? [`  body: JSON.stringify(${sent}),`] : []),
    ];
    return [
        ...(pictureField
            ? ["import { readFile } from 'node:fs/promises'", '', "const picture = await readFile('card.jpg', 'base64')"]
            : []),
        `const response = await fetch(\`${target}\`${options.length > 0 ? ', {' : ')'}`,
        ...(options.length > 0 ? [...options, '})'] : []),
        ...(answersText
            ? // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the template of the example.
                ['if (!response.ok) throw new Error(`HTTP ${response.status}`)', 'console.log(await response.text())']
            : [
                'const answer = await response.json()',
                // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the template of the example.
                'if (!response.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`)',
                'console.log(answer)',
            ]),
    ].join('\n');
};
const python = ({ path, query, hasKey, body, answersText }, pictureField) => {
    const imports = [
        ...(pictureField ? ['base64'] : []),
        ...(answersText ? [] : ['json']),
        'os',
        ...(query.length > 0 ? ['urllib.parse'] : []),
        'urllib.request',
    ];
    const headers = [
        ...(hasKey ? [`"Authorization": f"Bearer {os.environ['KEY']}"`] : []),
        ...(body ? ['"Content-Type": "application/json"'] : []),
    ];
    const entryOf = ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
    const others = fieldsBeside(pictureField, body).map((field) => `, ${entryOf(field)}`);
    const sent = pictureField
        ? `{"${pictureField}": f"data:image/jpeg;base64,{picture}"${others.join('')}}`
        : JSON.stringify(body);
    return [
        `import ${imports.join(', ')}`,
        '',
        ...(query.length > 0 ? [`query = urllib.parse.urlencode({${query.map(entryOf).join(', ')}})`] : []),
        ...(pictureField
            ? ['with open("card.jpg", "rb") as file:', '    picture = base64.b64encode(file.read()).decode()']
            : []),
        'request = urllib.request.Request(',
        `    f"{os.environ['BASE']}${path}${query.length > 0 ? '?{query}' : ''}",`,
        ...(headers.length > 0 ? [`    headers={${headers.join(', ')}},`] : []),
        ...(body ? [`    data=json.dumps(${sent}).encode(),`] : []),
        ')',
        'with urllib.request.urlopen(request) as response:',
        answersText ? '    print(response.read().decode())' : '    print(json.load(response))',
    ].join('\n');
};
/** A request as code: curl, TypeScript with `fetch`, Python with its standard library. */
export const codeExamplesOf = (request) => {
    const pictureField = pictureFieldOf(request.body);
    return {
        curl: curl(request, pictureField),
        typescript: typescript(request, pictureField),
        python: python(request, pictureField),
    };
};
