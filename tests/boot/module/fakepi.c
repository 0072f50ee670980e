// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * As much of a Raspberry Pi as an e-paper handheld touches, for tests: 28 GPIO lines and a write-only
 * SPI host with one device (/dev/spidev0.0). The other ends of the wires are in /dev/fakepi:
 *
 *   read   what came out, as records { u32 kind, a, b, zero; u64 t_ns } in the order it came out:
 *          kind 0, a transfer of a bytes with the D/C line at level b; the bytes follow;
 *          kind 1, output line a has changed to level b.
 *   write  two bytes: drive input line [0] to level [1]. BUSY is refused (EAGAIN) while records wait
 *          to be read, for who drives it has not yet heard what the panel is busy with.
 *
 * The panel's BUSY rises by itself with the commands that a real controller is busy after, within the
 * transfer: no program beside it could be as fast. Line 255 says whether there is a panel to do so.
 */
#include <linux/gpio/driver.h>
#include <linux/kfifo.h>
#include <linux/ktime.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/spi/spi.h>
#include <linux/uaccess.h>

#define LINES 28
#define BUSY 24
#define DC 25
#define PANEL 255
#define ROOM (1 << 21)

struct record {
	u32 kind, a, b, zero;
	u64 t_ns;
} __packed;

static struct kfifo out;
static DEFINE_SPINLOCK(lock);
static DECLARE_WAIT_QUEUE_HEAD(readers);
static unsigned long levels = (1UL << LINES) - 1; /* pulled up */
static unsigned long outputs;
static bool answers = true;
static struct platform_device *device;
static struct spi_controller *host;

static void record(u32 kind, u32 a, u32 b, const void *bytes, u32 count)
{
	struct record r = { .kind = kind, .a = a, .b = b, .t_ns = ktime_get_ns() };

	if (kfifo_avail(&out) >= sizeof(r) + count) {
		kfifo_in(&out, (u8 *)&r, sizeof(r));
		if (count)
			kfifo_in(&out, bytes, count);
	}
	wake_up_interruptible(&readers);
}

static int line_direction(struct gpio_chip *chip, unsigned int line)
{
	return test_bit(line, &outputs) ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static int line_get(struct gpio_chip *chip, unsigned int line)
{
	return test_bit(line, &levels);
}

static void line_set(struct gpio_chip *chip, unsigned int line, int level)
{
	unsigned long flags;

	spin_lock_irqsave(&lock, flags);
	if (test_bit(line, &levels) != !!level) {
		__assign_bit(line, &levels, level);
		record(1, line, !!level, NULL, 0);
	}
	spin_unlock_irqrestore(&lock, flags);
}

static int line_input(struct gpio_chip *chip, unsigned int line)
{
	clear_bit(line, &outputs);
	return 0;
}

static int line_output(struct gpio_chip *chip, unsigned int line, int level)
{
	set_bit(line, &outputs);
	line_set(chip, line, level);
	return 0;
}

static int line_config(struct gpio_chip *chip, unsigned int line, unsigned long config)
{
	return 0; /* pulls are taken for granted */
}

static void irq_quiet(struct irq_data *data)
{
	gpiochip_disable_irq(irq_data_get_irq_chip_data(data), irqd_to_hwirq(data));
}

static void irq_loud(struct irq_data *data)
{
	gpiochip_enable_irq(irq_data_get_irq_chip_data(data), irqd_to_hwirq(data));
}

static int irq_type(struct irq_data *data, unsigned int type)
{
	return 0; /* both edges are told; who wants one looks at the level */
}

static const struct irq_chip irqs = {
	.name = "fakepi",
	.irq_mask = irq_quiet,
	.irq_unmask = irq_loud,
	.irq_set_type = irq_type,
	.flags = IRQCHIP_IMMUTABLE,
	GPIOCHIP_IRQ_RESOURCE_HELPERS,
};

static struct gpio_chip lines = {
	.label = "pinctrl-bcm2835",
	.owner = THIS_MODULE,
	.base = -1,
	.ngpio = LINES,
	.get_direction = line_direction,
	.direction_input = line_input,
	.direction_output = line_output,
	.get = line_get,
	.set = line_set,
	.set_config = line_config,
};

static int transfer(struct spi_controller *c, struct spi_device *spi, struct spi_transfer *t)
{
	const u8 *bytes = t->tx_buf;
	unsigned long flags;
	bool data;

	if (t->rx_buf)
		memset(t->rx_buf, 0, t->len);
	if (!bytes || !t->len)
		return 0;
	spin_lock_irqsave(&lock, flags);
	data = test_bit(DC, &levels);
	record(0, t->len, data, bytes, t->len);
	/* Software reset, and the update of the glass. */
	if (answers && !data && (bytes[0] == 0x12 || bytes[0] == 0x20))
		__set_bit(BUSY, &levels);
	spin_unlock_irqrestore(&lock, flags);
	return 0;
}

static ssize_t other_end_read(struct file *file, char __user *to, size_t count, loff_t *offset)
{
	unsigned int copied = 0;
	int error;

	if (kfifo_is_empty(&out)) {
		if (file->f_flags & O_NONBLOCK)
			return -EAGAIN;
		if (wait_event_interruptible(readers, !kfifo_is_empty(&out)))
			return -ERESTARTSYS;
	}
	/* One reader and writers under the lock: a kfifo needs no lock between the two. */
	error = kfifo_to_user(&out, to, count, &copied);
	return error ? error : copied;
}

static ssize_t other_end_write(struct file *file, const char __user *from, size_t count,
			       loff_t *offset)
{
	unsigned long flags;
	u8 wanted[2];
	bool changed;

	if (count != 2)
		return -EINVAL;
	if (copy_from_user(wanted, from, 2))
		return -EFAULT;
	if (wanted[0] == PANEL) {
		answers = wanted[1];
		return 2;
	}
	if (wanted[0] >= LINES)
		return -EINVAL;
	spin_lock_irqsave(&lock, flags);
	if (wanted[0] == BUSY && !kfifo_is_empty(&out)) {
		spin_unlock_irqrestore(&lock, flags);
		return -EAGAIN;
	}
	changed = test_bit(wanted[0], &levels) != !!wanted[1];
	__assign_bit(wanted[0], &levels, wanted[1]);
	spin_unlock_irqrestore(&lock, flags);
	if (changed)
		generic_handle_domain_irq_safe(lines.irq.domain, wanted[0]);
	return 2;
}

static __poll_t other_end_poll(struct file *file, poll_table *table)
{
	poll_wait(file, &readers, table);
	return kfifo_is_empty(&out) ? 0 : EPOLLIN | EPOLLRDNORM;
}

static const struct file_operations operations = {
	.owner = THIS_MODULE,
	.read = other_end_read,
	.write = other_end_write,
	.poll = other_end_poll,
	.llseek = no_llseek,
};

static struct miscdevice other_end = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "fakepi",
	.fops = &operations,
	.mode = 0600,
};

static int __init fakepi_init(void)
{
	struct spi_board_info panel = {
		.modalias = "dh2228fv", /* a name that spidev answers to */
		.max_speed_hz = 20000000,
	};
	int error = kfifo_alloc(&out, ROOM, GFP_KERNEL);

	if (error)
		return error;
	device = platform_device_register_simple("fakepi", -1, NULL, 0);
	if (IS_ERR(device)) {
		error = PTR_ERR(device);
		goto no_device;
	}
	lines.parent = &device->dev;
	gpio_irq_chip_set_chip(&lines.irq, &irqs);
	lines.irq.handler = handle_simple_irq;
	lines.irq.default_type = IRQ_TYPE_NONE;
	error = gpiochip_add_data(&lines, NULL);
	if (error)
		goto no_lines;
	error = -ENOMEM;
	host = spi_alloc_host(&device->dev, 0);
	if (!host)
		goto no_host;
	host->bus_num = 0;
	host->num_chipselect = 2;
	host->mode_bits = SPI_CPOL | SPI_CPHA | SPI_CS_HIGH | SPI_NO_CS | SPI_3WIRE | SPI_LSB_FIRST;
	host->bits_per_word_mask = SPI_BPW_MASK(8);
	host->transfer_one = transfer;
	error = spi_register_controller(host);
	if (error) {
		spi_controller_put(host);
		goto no_host;
	}
	error = spi_new_device(host, &panel) ? misc_register(&other_end) : -ENODEV;
	if (!error)
		return 0;
	spi_unregister_controller(host);
no_host:
	gpiochip_remove(&lines);
no_lines:
	platform_device_unregister(device);
no_device:
	kfifo_free(&out);
	return error;
}

static void __exit fakepi_exit(void)
{
	misc_deregister(&other_end);
	spi_unregister_controller(host);
	gpiochip_remove(&lines);
	platform_device_unregister(device);
	kfifo_free(&out);
}

module_init(fakepi_init);
module_exit(fakepi_exit);
MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("GPIO lines and an SPI host with their other ends in user space, for tests");
