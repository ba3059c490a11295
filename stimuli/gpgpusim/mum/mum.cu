// Short reads of DNA matched against a long text by its suffix tree, after MUMmerGPU as MUM of the GPGPU-Sim benchmark
// set (ISPASS 2009) has it, written anew. Kept: a thread per read in CTAs of 64; for every place of the read the
// longest match that begins there, by walking down from the root, and from place to place by the suffix link of the
// deepest node; two arrays with 16 bytes per node, one for the edge and the links, one for the four children, as well
// as the text, are read wherever the walk leads; matches of at least `least` letters are written, each thread to its
// own part of the result. Different: all of this is in global memory (the benchmark reads it through textures); in
// place of a texture cache, text and reads are packed, two bits per letter, 16 letters of the text per load and a read
// in a register. The tree and the reads do not come in pieces. Reverse complements are left out.
#include "../../cuda.h"

// A node: first letter of the text on the edge to it; the letter behind the last one; the suffix link, which is the
// node of the same letters without the first one (of a leaf: no_link); the parent, for the host, which lists all places
// of a match. A vector, because of a structure the compiler would load only what is used, in two pieces.
using Node = unsigned __attribute__((ext_vector_type(4)));

struct alignas(8) Match {
    unsigned position, length;
};

constexpr unsigned no_link = 0xffffffff, word_letters = 16;

__device__ inline unsigned smaller(unsigned a, unsigned b) {
    return a < b ? a : b;
}

// How many letters of the text from `position` are those in `letters`, at most `most`.
__device__ inline unsigned common_letters(const unsigned* text, unsigned position, unsigned long letters,
                                          unsigned most) {
    unsigned common = 0;
    while (common < most) {
        const unsigned skipped = (position + common) % word_letters;
        const unsigned word = text[(position + common) / word_letters] >> 2 * skipped;
        const unsigned in_word = word_letters - skipped;
        const unsigned differing = word ^ (unsigned)(letters >> 2 * common);
        const unsigned same = differing ? (unsigned)__builtin_ctz(differing) / 2 : word_letters;
        if (same < in_word) {
            common += same;
            break;
        }
        common += in_word;
    }
    return smaller(common, most);
}

extern "C" __global__ void match_reads(const Node* nodes, const unsigned* children, const unsigned* text,
                                       const unsigned long* reads, Match* matches, unsigned read_count, unsigned length,
                                       unsigned least) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= read_count) return;
    const unsigned long read = reads[i];
    const unsigned places = length - least + 1;
    // The deepest node whose letters are all those of the read from `place` on, their number, and its link if known.
    unsigned node = 0, depth = 0, link = 0;
    unsigned known = 0;  // letters from `place` on that match, because they did for the place before
    for (unsigned place = 0; place < places; ++place) {
        unsigned matched = depth, position = 0;
        while (place + matched < length) {
            const unsigned letter = read >> 2 * (place + matched) & 3;
            const unsigned child = children[4 * node + letter];
            if (child == 0) break;
            const Node next = nodes[child];
            const unsigned edge_start = next.x, edge = next.y - next.x;
            const unsigned most = smaller(edge, length - place - matched);
            // The child was chosen by the edge's first letter.
            const unsigned skipped = smaller(known > matched + 1 ? known - matched : 1, most);
            const unsigned common = skipped + common_letters(text, edge_start + skipped,
                                                             read >> 2 * (place + matched + skipped), most - skipped);
            position = edge_start - matched;
            matched += common;
            if (common < edge || next.z == no_link) break;
            node = child;
            depth = matched;
            link = next.z;
        }
        if (matched >= least) matches[i * places + place] = {position, matched};
        known = matched > 0 ? matched - 1 : 0;
        if (link == no_link) link = nodes[node].z;
        node = link;
        link = node == 0 ? 0 : no_link;
        if (depth > 0) --depth;
    }
}
