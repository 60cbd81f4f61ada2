import { expect, test } from 'vitest'
import { sameBitmap, type Bitmap } from '../../src-labels/bitmap/bitmap.ts'
import { centerOn } from '../../src-labels/bitmap/transform.ts'
import { decodePng } from '../../src-main/labels/conversion/png-decode.ts'
import { drawZpl } from '../../src-main/labels/conversion/zpl-drawing.ts'
import { zplRenderer } from '../../src-main/labels/conversion/zpl-renderer.ts'
import { isFullRun } from '../support/full.ts'

const SIZE = { width: 640, height: 720 }

/** Labels as they are drawn here, and as the renderer draws the same text by itself. */
async function both(zpl: string): Promise<{ ours: Bitmap[]; theirs: Bitmap[] }> {
  const ours: Bitmap[] = []
  for await (const page of drawZpl(new TextEncoder().encode(zpl), SIZE, 8, 'screen')) ours.push(page)
  const { draw } = await zplRenderer()
  const files = await draw(zpl, (SIZE.width - 0.01) / 8, (SIZE.height - 0.01) / 8, 8)
  const theirs = files.map((file) => centerOn(decodePng(Buffer.from(file, 'base64')), SIZE.width, SIZE.height))
  return { ours, theirs }
}

async function expectSame(zpl: string): Promise<void> {
  const { ours, theirs } = await both(zpl)
  expect({ zpl, labels: ours.length }).toEqual({ zpl, labels: theirs.length })
  expect({ zpl, same: ours.map((page, index) => sameBitmap(page, theirs[index] ?? page)) }).toEqual({
    zpl,
    same: ours.map(() => true),
  })
}

const TEXT = '^FO20,20^A0N,40^FDGlobex^FS^FO400,100,1^A0N,30^FDRight^FS^FO0,300^FR^GB500,30,30^FS'

test('a label of a print width has the dots that the renderer gives it on the whole media', async () => {
  for (const width of ['400', '401', '640', '2000', '0', '12x']) await expectSame(`^XA^PW${width}${TEXT}^XZ`)
  await expectSame(`^XA^PW400${TEXT}^XZ^XA^PW400${TEXT}^XZ`)
  await expectSame(`^XA^PW400${TEXT}^XZ^XA^PW300${TEXT}^XZ`)
  await expectSame(`^XA^PW400${TEXT}^XZ^XA${TEXT}^XZ`)
})

test('a Code 128 drawn as bars has the dots that the renderer gives it', async () => {
  // The default run turns and spells it at one of the places.
  for (const place of isFullRun ? ['^FO200,300', '^FT320,400', '^FO200,300,1'] : ['^FT320,400']) {
    for (const turn of ['N', 'R', 'I', 'B']) {
      for (const mode of ['', ',N,N,A', ',N,N,N', ',N,N,D', ',N,Y,N']) {
        await expectSame(`^XA^LH5,7^BY2${place}^BC${turn},90,N${mode}^FD12345678^FS^XZ`)
      }
      await expectSame(`^XA${place}^FR^BC${turn},90,N^FDAb-9^FS${place}^GB60,60,60^FS^XZ`)
      await expectSame(`^XA^LRY${place}^GB60,60,60^FS${place}^BC${turn},90,N^FDAb-9^FS^XZ`)
    }
  }
  await expectSame('^XA^BY3^FO20,20^BCN,80,Y^FDDock 4711^FS^FO20,200^BCN,80,N^FD>;123456>6AB^FS^XZ')
})
