/** The part of the MaxMind DB format that a test file needs: https://maxmind.github.io/MaxMind-DB/ */
type Value = string | number | Value[] | { [key: string]: Value };

const STRING = 2;
const UINT32 = 6;
const MAP = 7;
const ARRAY = 11;

function control(type: number, size: number): Buffer {
  if (size > 28) throw new Error('a test needs no longer values');
  return type > 7 ? Buffer.from([size, type - 7]) : Buffer.from([(type << 5) | size]);
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([control(STRING, bytes.length), bytes]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(UINT32, 4), bytes]);
  }
  if (Array.isArray(value))
    return Buffer.concat([control(ARRAY, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  const parts = entries.flatMap(([key, each]) => [encode(key), encode(each)]);
  return Buffer.concat([control(MAP, entries.length), ...parts]);
}

/** A MaxMind database with data about one IPv4 network. */
export function makeMmdbFile(network: [number, number, number], data: Value): Buffer {
  const bits = network.flatMap((byte) => [...byte.toString(2).padStart(8, '0')].map(Number));
  const tree = bits.map((bit, index) => {
    const isLast = index === bits.length - 1;
    // Behind the tree are 16 empty bytes, then the data.
    const next = isLast ? bits.length + 16 : index + 1;
    const records = bit === 0 ? [next, bits.length] : [bits.length, next];
    const node = Buffer.alloc(6);
    records.forEach((record, side) => node.writeUIntBE(record, side * 3, 3));
    return node;
  });
  const metadata = encode({
    node_count: bits.length,
    record_size: 24,
    ip_version: 4,
    database_type: 'Test-City',
    languages: ['en'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_790_000_000,
    description: {},
  });
  const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');
  return Buffer.concat([...tree, Buffer.alloc(16), encode(data), marker, metadata]);
}
