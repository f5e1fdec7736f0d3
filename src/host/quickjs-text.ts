import { useSha256 } from '../text/sha256.ts'
import { native } from './quickjs-native.ts'

/** The part of the Encoding Standard that we and our packages use: UTF-8, in one piece. */

interface DecoderOptions {
  readonly fatal?: boolean
  readonly ignoreBOM?: boolean
}

class Utf8Decoder {
  readonly encoding = 'utf-8'
  readonly fatal: boolean
  readonly ignoreBOM: boolean

  constructor(label = 'utf-8', { fatal = false, ignoreBOM = false }: DecoderOptions = {}) {
    if (!/^utf-?8$/i.test(label)) throw new RangeError(`the encoding ${label} is not known`)
    this.fatal = fatal
    this.ignoreBOM = ignoreBOM
  }

  decode(bytes: Uint8Array | ArrayBuffer = new Uint8Array(0), { stream = false } = {}): string {
    const view = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)
    const text = native.decode(view, this.fatal, stream)
    if (text === undefined) throw new TypeError('the bytes are not UTF-8')
    return !this.ignoreBOM && text.startsWith('\ufeff') ? text.slice(1) : text
  }
}

class Utf8Encoder {
  readonly encoding = 'utf-8'

  encode(text = ''): Uint8Array {
    return new Uint8Array(native.encode(text))
  }
}

Object.assign(globalThis, { TextDecoder: Utf8Decoder, TextEncoder: Utf8Encoder })
useSha256((text) => native.sha256(text))
